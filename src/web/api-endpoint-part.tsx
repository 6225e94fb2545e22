import type { VNode } from 'preact'
import { bodySchema, type Endpoint, type Field, fieldsOf } from '../api/document.ts'
import { sampleAnswer, sampleBody } from '../api/samples.ts'
import { Fields } from './api-fields-part.tsx'

const PLACES: Record<string, string> = {
  path: 'In the address',
  query: 'In the query',
  header: 'In the headers',
}

/** One endpoint: what it does, what it takes, and a request to copy with its answer. */
export function EndpointPart({ endpoint, base }: { endpoint: Endpoint; base: string }): VNode {
  const { id, method, path, operation } = endpoint
  const body = bodySchema(operation)
  return (
    <section id={id} class="stack" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <a href={`#${id}`}>{operation.summary ?? id}</a>
      </h3>
      <p>
        <code class="endpoint">{`${method} ${path}`}</code>
      </p>
      <p>{operation.description}</p>
      {parameterGroups(endpoint).map(([place, fields]) => (
        <Fields key={place} fields={fields} caption={PLACES[place] ?? place} />
      ))}
      {body !== null && <Fields fields={fieldsOf(body)} caption="In the body" />}
      <Example label="Request" text={curl(endpoint, base)} />
      <Example label="Answer" text={JSON.stringify(sampleAnswer(operation), null, 2)} tall />
    </section>
  )
}

function parameterGroups({ operation }: Endpoint): [string, Field[]][] {
  const groups = Object.groupBy(operation.parameters ?? [], (parameter) => parameter.in)
  return Object.entries(groups).map(([place, parameters = []]) => [
    place,
    parameters.map(({ name, required = false, description = '', schema = {} }) => ({
      name,
      schema,
      required,
      about: description,
    })),
  ])
}

/** A text to copy. It scrolls in itself, by keyboard too. */
export function Example({
  label,
  text,
  tall = false,
}: {
  label: string
  text: string
  tall?: boolean
}): VNode {
  return (
    <figure class="example">
      <figcaption>{label}</figcaption>
      <pre class={tall ? 'tall' : undefined} tabindex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

/** The request as a line for the terminal: the key comes from a variable, so that it is not kept in the history. */
function curl({ method, path, operation }: Endpoint, base: string): string {
  const address = `${base}${path.replace(/\{\w*id\}/g, '7').replace(/\{\w+\}/g, 'KEY')}`
  const way = method === 'GET' || method === 'POST' ? '' : `-X ${method} `
  const lines = [`curl ${way}${address}`, `-H "Authorization: Bearer $FOLKMOOT_KEY"`]
  const body = bodySchema(operation)
  if (method !== 'GET' && body !== null) {
    lines.push(
      `-H 'Content-Type: application/json'`,
      `-d '${quoted(JSON.stringify(sampleBody(body), null, 2))}'`,
    )
  }
  return lines.join(' \\\n  ')
}

/** A text inside the shell's single quotes. */
function quoted(text: string): string {
  return text.replaceAll("'", `'\\''`)
}
