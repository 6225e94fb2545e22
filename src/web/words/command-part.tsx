import { Fragment, type VNode } from 'preact'

/** A command, broken between its words only: a browser would also break after the hyphens of an option. */
export function Command({ words }: { words: string }): VNode {
  return (
    <code class="command">
      {words.split(' ').map((word, place) => (
        <Fragment key={word}>
          {place > 0 && ' '}
          <span>{word}</span>
        </Fragment>
      ))}
    </code>
  )
}
