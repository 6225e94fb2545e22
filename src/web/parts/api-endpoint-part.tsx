import type { ComponentChildren, VNode } from 'preact'
import { CHANGES_PATH } from '../../api/deprecations.ts'
import { bodySchema, type Endpoint, type Field, fieldsOf, type Operation } from '../../api/document.ts'
import { LANGUAGES, type Language, requestSample } from '../../api/request-samples.ts'
import { sampleAnswer } from '../../api/samples.ts'
import { Fields } from './api-fields-part.tsx'

/** Where parameters stand that are much the same everywhere. */
const PLACES: Record<string, string> = { path: 'In the address', header: 'In the headers' }

/**
 * How examples are written: for which address of the service, in which language; `address`: of this page in
 * another.
 */
export type Samples = {
  base: string
  language: Language
  address: (language: Language, place: string) => string
}

/** One endpoint: what it does, what it takes, and a request to copy with its answer. */
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
            <Example label="Answer" text={JSON.stringify(sampleAnswer(operation), null, 2)} tall />
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

/** The key may be sent with every request: that is told once, for all. */
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

/** A text to copy. It scrolls in itself, by keyboard too. */
export function Example({
  label,
  text,
  tall = false,
}: {
  label: ComponentChildren
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

/** The languages of the examples: the present one, and the way to the others. */
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
