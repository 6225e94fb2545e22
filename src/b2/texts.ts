import { type Problem, problem } from '../errors.ts'
import type { Body } from '../http/forms.ts'
import { markdownOfHtml } from '../text/markdown-of-html.ts'
import { type Format, toHtml } from '../text/rich-text.ts'

/**
 * The body of a change with this field converted to the format of the record's text: a record's format is
 * fixed, and clients name theirs with every change.
 */
export function inKeptFormat(body: Body, field: string, kept: Format): { body: Body; problems: Problem[] } {
  const name = `${field}_format`
  const { [name]: given = kept, ...fields } = body.fields
  const bare = { ...body, fields }
  if (given !== 'md' && given !== 'html')
    return { body: bare, problems: [problem(name, 'not_one_of', { list: ['md', 'html'] })] }
  const text = fields[field]
  if (given === kept || typeof text !== 'string') return { body: bare, problems: [] }
  const written = given === 'html' ? markdownOfHtml(text) : toHtml(text, 'md')
  return { body: { ...body, fields: { ...fields, [field]: written } }, problems: [] }
}
