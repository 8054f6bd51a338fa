// expect: refused/words_of_a_full_disk.cu:3:
// expect: No space left on device
#error No space left on device: whoever writes this is not graded as if the machine were at fault
