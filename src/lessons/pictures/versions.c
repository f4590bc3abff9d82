/* versions.c: what the libraries under the codecs say of themselves, asked for when a program does (PIL.features): PIL._imaging's __getattr__. */
#include <zlib.h>

#include "jpeg.h"
#include "tiff.h"

static Value version_of_tiff(VM *vm) { return tiff_library(vm) ? str_from_c(vm, tiff.GetVersion()) : NO_VALUE; }
static Value version_of_jpeg(VM *vm) { return str_format(vm, "%d.%d", JPEG_VERSION / 10, JPEG_VERSION % 10); }
static Value version_of_turbo(VM *vm) { return V_NONE; } /* libjpeg-turbo has no function that says it */
static Value version_of_zlib(VM *vm) { return str_from_c(vm, zlibVersion()); }

Value pictures___getattr__(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const struct { const char *name; Value (*ask)(VM *vm); } rows[] = {
        {"jpeglib_version", version_of_jpeg}, {"libjpeg_turbo_version", version_of_turbo}, {"zlib_version", version_of_zlib}, {"libtiff_version", version_of_tiff}};
    const char *name;
    if (!codec_args(vm, args, n, "s", &name)) return NO_VALUE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name)) return rows[i].ask(vm);
    if (!strncmp(name, "jpeg2k", 6) || !strncmp(name, "jp2k", 4)) return err_raise(vm, EXC_AttributeError, "module 'PIL._imaging' has no attribute '%s': perch does not read or write JPEG 2000", name);
    return err_raise(vm, EXC_AttributeError, "module 'PIL._imaging' has no attribute '%s'", name);
}
