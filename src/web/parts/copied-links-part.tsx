import type { VNode } from 'preact'
import { count } from '../../text/counted.ts'
import { MOST_COPIED } from '../../users/mint-copied-links.ts'
import type { CopiedLinks } from '../../users/personal-link.ts'
import { IslandScript } from '../assets/island-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { Empty } from './empty-part.tsx'
import { Flash } from './flash-part.tsx'

const MOST_ROWS = 20

type Form = { action: string; after?: number; label?: string }

/** The button that makes a link for everybody; `after`: who come behind this person. */
export function CopyAllForm({ action, after = 0, label = 'Copy all links' }: Form): VNode {
  return (
    <form method="post" action={action}>
      <Once />
      <input type="hidden" name="after" value={after} />
      <button class="button plain" type="submit">
        {label}
      </button>
    </form>
  )
}

/** Behind whom to go on, as the form says. */
export function afterIn(exchange: Exchange): number {
  const after = formText(exchange, 'after')
  return /^\d{1,15}$/.test(after) ? Number(after) : 0
}

/** The links that were made, a line for each person, and the way on where there are more people. */
export function CopiedLinksPart({ links, action }: { links: CopiedLinks; action: string }): VNode {
  const { lines, after } = links
  if (lines.length === 0) return <Empty>There is nobody left to make a link for.</Empty>
  return (
    <>
      <Flash
        title={`${count(lines.length, 'link was', 'links were')} made, one for each person.`}
        tone="good"
      >
        <p>
          Each acts in that person’s name: send it to them alone. It is written down that you copied them.
          They are shown this once.
        </p>
      </Flash>
      <div class="field">
        <label for="links">Links</label>
        <textarea
          id="links"
          readonly
          wrap="off"
          rows={Math.min(lines.length + 1, MOST_ROWS)}
          value={lines.join('\n')}
        />
      </div>
      <div data-copies="links" hidden>
        <p class="row">
          <button class="button" type="button">
            Copy to the clipboard
          </button>
          <output />
        </p>
      </div>
      {after !== null && (
        <>
          <p>{`These are the first ${MOST_COPIED}: more people are left.`}</p>
          <CopyAllForm action={action} after={after} label={`Copy the next ${MOST_COPIED}`} />
        </>
      )}
      <IslandScript name="copy-text" />
    </>
  )
}
