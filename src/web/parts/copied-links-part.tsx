import type { ComponentChildren, VNode } from 'preact'
import { apart, sentences, t } from '../../locales/say.ts'
import { MOST_COPIED } from '../../users/mint-copied-links.ts'
import type { CopiedLinks, LinkTo } from '../../users/personal-link.ts'
import { IslandScript } from '../assets/island-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { CopiedText, CopyButton } from './copied-text-part.tsx'
import { Empty } from './empty-part.tsx'
import { Flash } from './flash-part.tsx'

const MOST_ROWS = 20
const MOST_NAMED = 3

type Form = { action: string; after?: number; label?: string }

/** The button that makes links for everyone, and copies them; `after`: continue after this person. */
export function CopyAllForm({ action, after = 0, label = t('page.copy_all_links') }: Form): VNode {
  return (
    <CopyLinkForm action={action} label={label}>
      <input type="hidden" name="after" value={after} />
    </CopyLinkForm>
  )
}

/**
 * A button that makes a link and copies it: in place where scripts run, else a page has the link. Both show
 * the answer's `MadeLink`.
 */
export function CopyLinkForm(form: { action: string; label: string; children?: ComponentChildren }): VNode {
  return (
    <PostForm action={form.action} data-makes-links>
      <IslandScript name="buttons" />
      <Once />
      {form.children}
      <button class="button plain" type="submit">
        {form.label}
      </button>
    </PostForm>
  )
}

/** New links, which take the place of the form that made them. */
export function MadeLink({ children }: { children: ComponentChildren }): VNode {
  return (
    <div id="made-links" class="stack">
      {children}
    </div>
  )
}

/** The person after whom to continue, from the form. */
export function afterIn(exchange: Exchange): number {
  const after = formText(exchange, 'after')
  return /^\d{1,15}$/.test(after) ? Number(after) : 0
}

/** Whose links these are: by name as long as there are few. */
function forWhom(links: LinkTo[]): string {
  const names = links.map(({ called }) => called)
  const more = names.length - MOST_NAMED
  if (more <= 0) return t('page.links_for', { names })
  return t('page.links_for_more', { list: names.slice(0, MOST_NAMED).map(apart), more })
}

type Made = { made: CopiedLinks; action: string }

/** The new links, all at once and one by one, and a button to continue if there are more people. */
export function CopiedLinksPart({ made: { links, after }, action }: Made): VNode {
  if (links.length === 0) return <Empty>{t('page.no_links_left')}</Empty>
  return (
    <MadeLink>
      <Flash title={t('page.links_made', { count: links.length })} tone="good">
        <p>{sentences([forWhom(links), t('page.links_secret')])} </p>
      </Flash>
      <CopyButton of="links" label={t('page.copy_to_clipboard')} />
      <div class="field">
        <label for="links">{t('page.links')}</label>
        <textarea
          id="links"
          readonly
          rows={Math.min(links.length + 1, MOST_ROWS)}
          value={links.map(({ to, address }) => `${to} ${address}`).join('\n')}
        />
      </div>
      <h2>{t('page.links_one_by_one')}</h2>
      <ul class="bare stack">
        {links.map(({ to, address }, place) => (
          <li key={address}>
            <CopiedText id={`link-${place + 1}`} label={<bdi>{to}</bdi>} text={address} among />
          </li>
        ))}
      </ul>
      {after !== null && (
        <>
          <p>{t('page.links_first', { most: MOST_COPIED })}</p>
          <CopyAllForm
            action={action}
            after={after}
            label={t('page.copy_next_links', { most: MOST_COPIED })}
          />
        </>
      )}
    </MadeLink>
  )
}
