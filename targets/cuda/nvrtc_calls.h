/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* All functions of NVRTC that we call: RR_CALL(name, arguments). Those for cubins and architectures exist since 11.2. */
RR_CALL(nvrtcVersion, (int *major, int *minor))
RR_CALL(nvrtcCreateProgram, (nvrtcProgram *program, const char *text, const char *name, int headers,
        const char *const *header, const char *const *include))
RR_CALL(nvrtcDestroyProgram, (nvrtcProgram *program))
RR_CALL(nvrtcCompileProgram, (nvrtcProgram program, int count, const char *const *options))
RR_CALL(nvrtcGetProgramLogSize, (nvrtcProgram program, size_t *size))
RR_CALL(nvrtcGetProgramLog, (nvrtcProgram program, char *log))
RR_CALL(nvrtcGetPTXSize, (nvrtcProgram program, size_t *size))
RR_CALL(nvrtcGetPTX, (nvrtcProgram program, char *image))
RR_CALL(nvrtcGetCUBINSize, (nvrtcProgram program, size_t *size))
RR_CALL(nvrtcGetCUBIN, (nvrtcProgram program, char *image))
RR_CALL(nvrtcGetNumSupportedArchs, (int *count))
RR_CALL(nvrtcGetSupportedArchs, (int *architectures))
