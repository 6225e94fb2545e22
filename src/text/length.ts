import { type Problem, problem } from '../errors.ts'

/** A problem when the text is longer than `most` characters (as people count them, not UTF-16 units). */
export function checkLength(field: string, text: string | null, most: number): Problem[] {
  if (text === null || text.length <= most || [...text].length <= most) return []
  return [problem(field, 'too_long', { most })]
}
