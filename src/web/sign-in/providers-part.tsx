import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { Provider } from '../../users/single-sign-on/provider.ts'
import { PostForm } from '../request/shown-to-part.tsx'

/** `action`: where the form goes; `next`: the page to continue to. */
type Props = { action: string; providers: readonly Provider[]; next: string }

/** A button for each provider. */
export function ProvidersPart({ action, providers, next }: Props): VNode {
  return (
    <PostForm action={action} class="row">
      <input type="hidden" name="next" value={next} />
      {providers.map(({ name, label }) => (
        <button key={name} class="button" type="submit" name="provider" value={name}>
          {t('sso.with', { provider: label })}
        </button>
      ))}
    </PostForm>
  )
}
