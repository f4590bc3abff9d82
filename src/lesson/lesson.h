/* lesson.h: the tools for lessons and demos, which are Python (perch.lesson, in py/) over one C module, _stage. */
#ifndef PERCH_LESSON_LESSON_H
#define PERCH_LESSON_LESSON_H

#include "lang/object/module.h"

extern const ModuleDef stage_module; /* _stage */
extern const ModuleDef keys_module;  /* _keys */

#endif
