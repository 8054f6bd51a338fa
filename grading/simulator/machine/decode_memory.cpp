// Loads, stores, atomics, surfaces and textures.
#include "grading/simulator/machine/decoder.h"
#include "grading/simulator/machine/select.h"

namespace sim {

std::int32_t Decoder::array_number(std::string_view name) {
  auto [it, is_new] = array_index_.try_emplace(name, static_cast<std::int32_t>(out_.arrays.size()));
  if (is_new) {
    SharedArray array;
    array.name = source_name(name);
    if (const auto place = symbols_.shared.find(name); place != symbols_.shared.end()) {
      array.begin = place->second;
      array.end = array.begin + symbols_.shared_bytes.at(name);
    }
    out_.arrays.push_back(std::move(array));
  }
  return it->second;
}

void Decoder::emit_access(const Instruction& i, MemorySite::Kind kind) {
  MemorySite site;
  site.kind = kind;
  site.space = access_space(i);
  site.width = static_cast<std::uint8_t>(ptx::type_bytes(i.type(), i.text_line));
  site.is_signed = i.type()[0] == 's';
  site.is_volatile = i.has("volatile") || i.has("relaxed") || i.has("acquire") || i.has("release") || i.has("mmio");
  const bool is_load = kind == MemorySite::Kind::load;
  const bool is_store = kind == MemorySite::Kind::store;
  const std::size_t address_at = is_load || kind == MemorySite::Kind::atomic ? 1 : 0;
  const Operand& address = i.operands.at(address_at);
  if (address.kind != Operand::Kind::address) fail(i, "malformed address");
  Op op;
  op.line = line_of(i);
  if (i.guard >= 0) {
    op.guard = slots_[static_cast<std::size_t>(i.guard)];
    op.guard_negated = i.guard_negated;
  }
  set_address(site, address, i);
  if (is_load || is_store) {
    const Operand& data = i.operands.at(is_load ? 0 : 1);
    const bool is_vector = data.kind == Operand::Kind::vector;
    const std::size_t elements = is_vector ? data.elements.size() : 1;
    if (elements != 1 && elements != 2 && elements != 4) fail(i, "vector of this length");
    if (site.width == 16) fail(i, "128-bit scalar");
    site.elements = static_cast<std::uint8_t>(elements);
    site.slot_bytes = site.width == 8 ? 8 : 4;
    for (std::size_t k = 0; k < elements; ++k) {
      const Operand& o = is_vector ? data.elements[k] : data;
      if (o.kind == Operand::Kind::reg) site.slot_bytes = static_cast<std::uint8_t>(register_bytes(o.index));
    }
    if (site.slot_bytes == 0) fail(i, "data is a predicate");
    for (std::size_t k = 0; k < elements; ++k) {
      const Operand& o = is_vector ? data.elements[k] : data;
      site.data[k] = is_load ? destination(o, site.slot_bytes, i) : source(o, site.slot_bytes, i);
    }
  } else {
    out_.watches = true;
    out_.serial = out_.serial || site.space != AccessSpace::shared;
    site.slot_bytes = site.width == 8 ? 8 : 4;
    if (kind == MemorySite::Kind::atomic) {
      op.d = destination(i.operands[0], site.slot_bytes, i);
      // ptxas makes a reduction of an atomic whose result nobody reads; exch and cas have no such form.
      const bool unread = i.operands[0].kind != Operand::Kind::reg || !read_[i.operands[0].index];
      if (unread && !i.has("exch") && !i.has("cas")) site.kind = MemorySite::Kind::reduction;
    }
    op.a = source(i.operands.at(address_at + 1), site.slot_bytes, i);
    if (i.operands.size() > address_at + 2) op.b = source(i.operands[address_at + 2], site.slot_bytes, i);
    site.gathers = i.has("add") && (i.type() == "s32" || i.type() == "u32" || i.type() == "s64" || i.type() == "u64");
  }
  site.pairable = (is_load || is_store) && op.guard == no_slot && site.width == 8 && site.elements == 1 &&
                  i.type() != "f64" && site.counted && !site.is_volatile && site.space != AccessSpace::parameter &&
                  site.space != AccessSpace::local;
  if (site.pairable) {
    const Operand& value = i.operands[is_load ? 0 : 1];
    site.line = op.line;
    site.pairable = value.kind == Operand::Kind::reg || (is_store && value.kind == Operand::Kind::integer && value.integer == 0);
    if (is_store && site.pairable && site.data[0] == immediate(0, 8)) site.value_key = MemorySite::cleared;
    // A load is emitted before its result's version counts up.
    else if (site.pairable) site.value_key = std::uint64_t{value.index} << 32 | (version_[value.index] + (is_load ? 1 : 0));
  }
  note_for_finders(site, i, address);
  if (i.has("release") || i.has("acq_rel")) emit_fence(i, !i.has("cta"));
  if (site.is_volatile || !(is_load || is_store)) current_->watches_memory = true;
  if (site.is_volatile) out_.watches = out_.serial = true;
  op.run = is_load || is_store ? select::memory(site) : select::atomic(i, site);
  op.is_access = is_load || is_store;
  op.is_atomic = !op.is_access;
  op.site = static_cast<std::uint32_t>(out_.memory.size());
  out_.memory.push_back(site);
  place(op, i);
}

void Decoder::note_reach(const Operand& base, FunctionCode::Reach& reach) {
  using K = flow::Origin::Kind;
  flow::Origin origin{K::number, {}};
  if (base.kind == Operand::Kind::reg) origin = origins_[base.index];
  if (base.kind == Operand::Kind::symbol) origin = {is_shared(base.name) ? K::array : symbols_.addresses.count(base.name) ? K::variable : K::number, base.name};
  if (origin.kind == K::array) return;
  const auto parameter = parameters_.find(origin.name);
  if (origin.kind == K::variable)
    reach.variables.push_back(symbols_.addresses.at(origin.name));
  else if (origin.kind == K::parameter && parameter != parameters_.end())
    reach.parameters.push_back(parameter->second + static_cast<std::uint64_t>(origin.offset));
  else
    reach.anywhere = true;
}

void Decoder::note_for_finders(MemorySite& site, const Instruction& i, const Operand& address) {
  if (site.space == AccessSpace::shared || site.space == AccessSpace::generic)
    out_.small_shared = out_.small_shared || site.width * site.elements < 4;
  const Operand& base = address.elements[0];
  const bool fixed_address = base.kind != Operand::Kind::reg || is_fixed(base.index);
  if (base.kind == Operand::Kind::symbol && is_shared(base.name)) site.array = array_number(base.name);
  if (base.kind == Operand::Kind::reg && origins_[base.index].kind == flow::Origin::Kind::array)
    site.array = array_number(origins_[base.index].name);
  site.exchanges = i.has("exch");
  if (site.space == AccessSpace::global || site.space == AccessSpace::generic)
    note_reach(base, site.kind == MemorySite::Kind::load ? out_.reads : out_.writes);
  site.is_plain = site.kind == MemorySite::Kind::store && !site.is_volatile;
  if (site.kind != MemorySite::Kind::load) return;
  const Operand& data = i.operands[0];
  site.speculative = fixed_address, site.copies = site.tested = true;
  const auto judge = [&](const Operand& o) {
    if (o.kind != Operand::Kind::reg) return;
    site.speculative = site.speculative && uses_[o.index].only_chosen;
    site.copies = site.copies && uses_[o.index].read && uses_[o.index].only_stored;
    site.tested = site.tested && uses_[o.index].read && uses_[o.index].only_tested;
  };
  judge(data);
  for (const Operand& e : data.elements) judge(e);
  site.is_plain = !site.is_volatile && !site.speculative;
}

void Decoder::emit_image(const Instruction& i) {
  ImageSite site;
  const bool is_store = i.parts[0] == "sust", is_texture = i.parts[0] == "tex";
  out_.serial = out_.serial || is_store;
  site.kind = is_texture ? ImageSite::Kind::texture : is_store ? ImageSite::Kind::store : ImageSite::Kind::load;
  if (!is_texture && !i.has("b")) fail(i, "formatted surface accesses");
  if (i.has("grad") || i.has("base")) fail(i, "gradients and mipmaps are not simulated");
  site.layered = i.has("a1d") || i.has("a2d") || i.has("acube");
  site.cube = i.has("cube") || i.has("acube");
  site.dimensions = i.has("1d") || i.has("a1d") ? 1 : i.has("3d") ? 3 : 2;
  site.boundary = i.has("zero") ? ImageSite::Boundary::zero : i.has("clamp") ? ImageSite::Boundary::clamp : ImageSite::Boundary::trap;
  const std::string_view type = i.parts[i.parts.size() - 2];
  site.width = static_cast<std::uint8_t>(ptx::type_bytes(type, i.text_line));
  if (is_texture) {
    using V = ImageSite::Value;
    site.value = type == "f32" ? V::floating : type == "s32" ? V::signed_integer : V::unsigned_integer;
    site.float_coordinates = i.type() == "f32";
    if (site.width != 4) fail(i, "texture results of this type");
  }
  const Operand& data = i.operands.at(is_store ? 1 : 0);
  const Operand& address = i.operands.at(is_store ? 0 : 1);
  if (address.kind != Operand::Kind::address || address.elements.size() != 2) fail(i, "malformed");
  site.object = source(address.elements[0], 8, i);
  std::vector<SlotOffset> at;
  if (address.elements[1].kind == Operand::Kind::vector)
    for (const Operand& o : address.elements[1].elements) at.push_back(source(o, 4, i));
  else
    at.push_back(source(address.elements[1], 4, i));
  const std::size_t coordinates = site.cube ? 3 : site.dimensions, first = site.layered ? 1 : 0;
  if (at.size() < first + coordinates) fail(i, "too few coordinates");
  if (site.layered) site.layer = at[0];
  for (std::size_t k = 0; k < coordinates; ++k) site.coordinate[k] = at[first + k];
  const bool is_vector = data.kind == Operand::Kind::vector;
  const std::size_t elements = is_vector ? data.elements.size() : 1;
  if (elements > 4) fail(i, "malformed");
  site.elements = static_cast<std::uint8_t>(elements);
  const unsigned slot_bytes = site.width == 8 ? 8 : 4;
  for (std::size_t k = 0; k < elements; ++k) {
    const Operand& o = is_vector ? data.elements[k] : data;
    site.data[k] = is_store ? source(o, slot_bytes, i) : destination(o, slot_bytes, i);
  }
  Op op;
  op.line = line_of(i);
  if (i.guard >= 0) {
    op.guard = slots_[static_cast<std::size_t>(i.guard)];
    op.guard_negated = i.guard_negated;
  }
  op.is_image = true;
  op.run = select::image(site);
  op.site = static_cast<std::uint32_t>(out_.images.size());
  out_.images.push_back(site);
  place(op, i);
}

AccessSpace Decoder::access_space(const Instruction& i) const {
  if (i.has("global")) return AccessSpace::global;
  if (i.has("shared") || i.has("shared::cta")) return AccessSpace::shared;
  if (i.has("local")) return AccessSpace::local;
  if (i.has("const")) return AccessSpace::constant;
  if (i.has("param") || i.has("param::entry") || i.has("param::func")) return AccessSpace::parameter;
  return AccessSpace::generic;
}

void Decoder::set_address(MemorySite& site, const Operand& address, const Instruction& i) {
  const Operand& base = address.elements[0];
  site.offset = address.integer;
  site.base_key = ~std::uint64_t{0};
  if (base.kind == Operand::Kind::reg) {
    site.wide_address = register_bytes(base.index) == 8;
    if (!site.wide_address && site.space == AccessSpace::constant) site.window = code_.memory->symbol_window();
    if (!site.wide_address && site.space == AccessSpace::generic) fail(i, "32-bit generic addresses");
    site.address = source(base, 8, i);
    site.base_key = std::uint64_t{base.index} << 32 | version_[base.index];
    if (site.space == AccessSpace::parameter) site.offset -= static_cast<std::int64_t>(parameter_window);
  } else if (base.kind == Operand::Kind::symbol) {
    const auto local = local_.find(base.name);
    if (site.space == AccessSpace::parameter && local != local_.end()) {
      // Arguments and results of a call: they would travel in registers, so nothing is charged.
      site.space = AccessSpace::local;
      site.counted = false;
      site.frame_relative = true;
      site.offset += local->second;
    } else if (site.space == AccessSpace::parameter) {
      const auto it = parameters_.find(base.name);
      if (it == parameters_.end()) fail(i, "unknown parameter " + std::string(base.name));
      site.offset += it->second;
    } else if (local != local_.end()) {
      site.frame_relative = true;
      site.offset += local->second;
    } else if (symbols_.dynamic_shared.count(base.name)) {
      Operand plain = base;
      plain.integer = 0;
      site.wide_address = false;
      site.address = source(plain, 4, i);
    } else {
      site.offset += static_cast<std::int64_t>(*symbol_value(base, i));
    }
  }
}

}  // namespace sim
