#pragma once
// The functions of lab 02. Each is a host function; the grader calls it and waits for the device afterwards, so you
// need not. Launch your kernels on the default stream.
#include <cuda_runtime.h>

/// Copies every pixel of a grey picture to another.
///
/// A copy made by the runtime (cudaMemcpy and its relatives) does not count: the task is the kernel.
///
/// @param in      surface over a CUDA array of width x height elements, one float each; not written
/// @param out     surface over another array of the same kind and size
/// @param width   pixels in a row, 0 to 131 072
/// @param height  rows, 0 to 65 536
///
/// No CUDA array is empty: with width or height 0 both surfaces are 0, and there is nothing to do.
void copy_surface(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height);

/// A picture in device memory: the CUDA array that holds it and a surface object over that array.
struct Picture {
  cudaArray_t array;
  cudaSurfaceObject_t surface;
};

/// Blurs a grey picture: every pixel becomes the weighted mean of the 3 x 3 pixels around it,
///
///     1 2 1
///     2 4 2   / 16.
///     1 2 1
///
/// `mode` says what stands for neighbours that the picture does not have:
///  - cudaBoundaryModeZero:  they count as 0.
///  - cudaBoundaryModeClamp: the nearest pixel of the picture stands for them.
///  - cudaBoundaryModeTrap:  nothing does. Pixels of the first and last row and column, which lack neighbours, are
///                           copied as they are; all others are blurred.
///
/// @param in      width x height elements, one float each; not written
/// @param out     another picture of the same kind and size
/// @param width   pixels in a row, 0 to 131 072
/// @param height  rows, 0 to 65 536; with width or height 0 arrays and surfaces are 0, and there is nothing to do
/// @param mode    one of the three
void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode);

/// A stack of pictures in device memory. What it holds is yours to define, in blend_layers.cu.
struct Layers;

// The three functions of blend_layers.cu share a stack. The grader makes it once, blends it one or several times, and
// releases it; it never looks inside.

/// Puts a stack of pictures into device memory, so that work in the default stream can use it at once.
///
/// @param pictures  host memory: `count` pictures, one right after another, each of `height` rows of `width` pixels;
///                  red, green, blue, alpha, 8 bits each
/// @param width     pixels in a row, 1 or more
/// @param height    rows, 1 or more
/// @param count     pictures, 1 or more
/// @param layers    the stack that was made; not written when the call fails
///
/// @return cudaSuccess, or the first other status. A stack that no layered surface of the device can hold
/// (cudaDeviceProp::maxSurface2DLayered: width, height, layers) is refused with cudaErrorInvalidValue; all others are
/// made. Nothing stays allocated when the call fails.
cudaError_t make_layers(const uchar4* pictures, int width, int height, int count, Layers** layers);

/// Blends the stack into one picture, from the back (picture 0) to the front.
///
/// Picture 0 counts as opaque. Each further one is laid over what is there so far, channel by channel, in whole numbers:
///
///     channel = (alpha * its channel + (255 - alpha) * channel + 127) / 255
///
/// The alpha of the result is 255.
///
/// @param layers  what make_layers made of width, height and count; its pictures stay as they are
/// @param out     surface over a CUDA array of width x height elements, one uchar4 each
void blend_layers(const Layers* layers, cudaSurfaceObject_t out, int width, int height, int count);

/// Gives back everything that make_layers made. The device has finished blending by then.
/// @return cudaSuccess, or the first other status
cudaError_t release_layers(Layers* layers);
