import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'

/** Leads to the sections of a long page, by their anchors. Its styles are in the sheet `help`. */
export function Contents({ sections }: { sections: { id: string; title: string }[] }): VNode {
  return (
    <nav class="contents" aria-labelledby="contents">
      <h2 id="contents">{t('help.on_this_page')}</h2>
      <ul class="bare">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
