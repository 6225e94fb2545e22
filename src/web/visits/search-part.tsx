import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { queryText } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'

const MAX_SEARCH = 254
/** Shorter lists are read faster than searched. */
const LONG_LIST = 12

type Props = {
  action: string
  label: string
  search: string
  /** What else the URL of the list says, such as which list it is. */
  hidden?: Record<string, string>
}

/** A field to search a list by name; the form reloads the page. */
export function SearchForm({ action, label, search, hidden = {} }: Props): VNode {
  return (
    <form method="get" action={action} class="copied">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div class="field">
        <label for="search">{label}</label>
        <input
          id="search"
          type="text"
          enterkeyhint="search"
          name="search"
          value={search}
          maxlength={MAX_SEARCH}
        />
      </div>
      <button class="button plain" type="submit">
        {t('service.find')}
      </button>
    </form>
  )
}

/** What to search for, from the query string. */
export function searchIn(exchange: Exchange): string {
  return queryText(exchange, 'search').trim().slice(0, MAX_SEARCH)
}

/** Whether a list of this length is worth a search, or was searched. */
export function isSearched(length: number, search: string): boolean {
  return length > LONG_LIST || search !== ''
}
