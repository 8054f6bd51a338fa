#pragma once
// Access-pattern pictures: the lanes of a warp above, memory cut into 32-byte sectors below, a line from each active
// lane to the bytes it asks for. Sectors and bytes are counted from the addresses drawn, so a picture cannot
// disagree with its own caption.
#include <string>
#include <string_view>

namespace site {

// `specification` is JSON:
//   { "bytes": memory shown (a multiple of 32),
//     "panels": [ { "label": text, "element": bytes a lane asks for, "base": byte, "stride": bytes from lane to lane,
//                   "first": lane, "last": lane, "every": step between active lanes,
//                   "words": [element index per lane] instead of stride } ] }
// Lines and text take the colour of the surrounding text (currentColor).
// Throws std::runtime_error with one sentence if the JSON does not fit or an address lies outside the memory shown.
std::string render_figure(std::string_view specification);

}  // namespace site
