namespace std {
void added_by_toolchain();
}

struct Layers {
  int number;
};

void free_layers(Layers* layers) {
  std::added_by_toolchain();
  ::operator delete(layers);
}
Layers* make_layers() { return new Layers{1}; }
