#pragma once
// CPUBitmap: a picture in host memory, four bytes a pixel (red, green, blue, alpha), first row at the bottom as in
// OpenGL. Where the old book opened a window, this one writes a PNG file.
#include <cstdio>
#include <cstdlib>
#include <memory>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

struct CPUBitmap {
  // `data` is handed to the callback of display_and_exit.
  CPUBitmap(int width, int height, void* data = nullptr)
      : x(width), y(height), dataBlock(data), pixels(new unsigned char[image_size()]()) {}

  unsigned char* get_ptr() const { return pixels.get(); }
  long image_size() const { return 4L * x * y; }  // bytes

  // Writes the picture to the file that BITMAP_FILE names (picture.png if it names none), calls `at_exit`, and ends the
  // program: with 0, or with 1 where the file cannot be written.
  [[noreturn]] void display_and_exit(void (*at_exit)(void*) = nullptr) const {
    const char* wanted = std::getenv("BITMAP_FILE");
    const char* file = wanted != nullptr && *wanted != '\0' ? wanted : "picture.png";
    stbi_flip_vertically_on_write(1);
    bool written = stbi_write_png(file, x, y, 4, pixels.get(), 4 * x) != 0;
    if (written) {
      std::printf("The picture is in %s (%d x %d)\n", file, x, y);
    } else {
      std::fprintf(stderr, "Cannot write the picture to %s: is the folder there and writable?\n", file);
    }
    if (at_exit != nullptr) at_exit(dataBlock);
    std::exit(written ? EXIT_SUCCESS : EXIT_FAILURE);
  }

  int x, y;
  void* dataBlock;
  std::unique_ptr<unsigned char[]> pixels;
};
