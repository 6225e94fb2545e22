import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'

/**
 * `action`: where the answer goes; `propose`: the browser may propose a passkey for the address field before
 * someone presses the button.
 */
type Props = { action: string; next: string; propose: boolean }

/** The button for passkeys: a script shows it where the browser has them. `next`: the page to continue to. */
export function PasskeyPart({ action, next, propose }: Props): VNode {
  return (
    <>
      <PostForm action={action} class="stack" id="passkey" data-propose={String(propose)} hidden>
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="answer" />
        <button class="button plain" type="submit">
          {t('passkeys.sign_in')}
        </button>
        <p role="alert" data-failed={t('passkeys.failed')} />
      </PostForm>
      <IslandScript name="sign-in-passkey" />
    </>
  )
}
