import type { ComponentChildren, VNode } from 'preact'
import { CHANGES_PATH } from '../../api/deprecations.ts'
import { bodySchema, type Endpoint, type Field, fieldsOf, type Operation } from '../../api/document.ts'
import { LANGUAGES, type Language, requestSample } from '../../api/request-samples.ts'
import { sampleAnswer } from '../../api/samples.ts'
import { Fields } from './api-fields-part.tsx'

/** Labels for the places of parameters. */
const PLACES: Record<string, string> = { path: 'In the address', header: 'In the headers' }

/**
 * How to write examples: the service's URL and the language; `address`: this page's URL in another language.
 */
export type Samples = {
  base: string
  language: Language
  address: (language: Language, place: string) => string
}

/** One endpoint: what it does, its parameters, and a sample request with its response. */
export function EndpointPart({ endpoint, samples }: { endpoint: Endpoint; samples: Samples }): VNode {
  const { id, method, path, operation } = endpoint
  const body = bodySchema(operation)
  const query = parametersIn('query', operation).filter(isOwn)
  const around = Object.keys(PLACES).filter((place) => parametersIn(place, operation).length > 0)
  return (
    <section class="call" aria-labelledby={`${id}-title`}>
      <details>
        <summary>
          <h3 id={`${id}-title`}>{operation.summary ?? id}</h3>
          <code>{`${method} ${path}`}</code>
        </summary>
        {/* Inside: browsers unfold what the address names. */}
        <div id={id} class="stack">
          {operation.deprecated && (
            <p>
              Deprecated: <a href={`${CHANGES_PATH}#deprecated`}>what takes its place</a>.
            </p>
          )}
          <p>{operation.description}</p>
          <Fields fields={query} caption="In the query" />
          <Fields fields={body === null ? [] : fieldsOf(body).filter(isOwn)} caption="In the body" />
          <Example
            label={
              <>
                Request: <Languages samples={samples} place={id} />
              </>
            }
            text={requestSample(endpoint, samples.base, samples.language)}
          />
          <details>
            <summary>Answer</summary>
            <Example label="Response" text={JSON.stringify(sampleAnswer(operation), null, 2)} tall />
          </details>
          {around.length > 0 && (
            <details>
              <summary>Address and headers</summary>
              {around.map((place) => (
                <Fields
                  key={place}
                  fields={parametersIn(place, operation)}
                  caption={PLACES[place] ?? place}
                />
              ))}
            </details>
          )}
        </div>
      </details>
    </section>
  )
}

/** The key is allowed in every request: one paragraph explains it for all. */
const isOwn = ({ name }: Field) => name !== 'api_key'

function parametersIn(place: string, { parameters = [] }: Operation): Field[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required = false, description = '', schema = {}, deprecated = false }) => ({
      name,
      schema: { ...schema, deprecated },
      required,
      about: description,
    }))
}

/** A text to copy. It is scrollable, by keyboard too. */
export function Example({
  label,
  text,
  tall = false,
  id,
}: {
  label: ComponentChildren
  text: string
  tall?: boolean
  /** For a button that copies the text. */
  id?: string
}): VNode {
  return (
    <figure class="example">
      <figcaption>{label}</figcaption>
      <pre id={id} class={tall ? 'tall' : undefined} tabindex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

/** The languages of the examples: the current one, and links to the others. */
export function Languages({ samples, place }: { samples: Samples; place: string }): VNode {
  return (
    <>
      {Object.entries(LANGUAGES).map(([name, words], at) => (
        <>
          {at > 0 && ' · '}
          {name === samples.language ? (
            <strong>{words}</strong>
          ) : (
            <a href={samples.address(name as Language, place)}>{words}</a>
          )}
        </>
      ))}
    </>
  )
}
