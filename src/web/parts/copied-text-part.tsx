import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { IslandScript } from '../assets/island-part.tsx'

type Props = {
  id: string
  label: ComponentChildren
  text: string
  /** The page with its QR code. */
  more?: string
  /** One of several: the button’s name says which. */
  among?: boolean
}

/** A URL to copy: selectable in its field, and with a copy button if scripts run. */
export function CopiedText({ id, label, text, more, among = false }: Props): VNode {
  return (
    <>
      <div class="copied">
        <div class="field">
          <label id={`${id}-label`} for={id}>
            {label}
          </label>
          <input id={id} type="text" readonly value={text} />
        </div>
        <CopyButton of={id} label={t('page.copy_link')} plain about={`${id}-label`} among={among} />
      </div>
      {more !== undefined && (
        <p class="small">
          <a href={more}>{t('page.qr_and_sheet')}</a>
        </p>
      )}
    </>
  )
}

/**
 * `about`: the id of an element that says what is copied; `among` several, it is part of the button’s name.
 */
type ButtonProps = { of: string; label: string; plain?: boolean; about?: string; among?: boolean }

/** Copies the field with this id; hidden without scripts. */
export function CopyButton({ of, label, plain, about, among = false }: ButtonProps): VNode {
  return (
    <>
      <div data-copies={of} data-copied={t('page.copied')} data-selected={t('page.selected_to_copy')}>
        <p class="row">
          <button
            class={plain ? 'button plain' : 'button'}
            type="button"
            {...(among
              ? { id: `${of}-copy`, 'aria-labelledby': `${of}-copy ${about}` }
              : { 'aria-describedby': about })}
          >
            {label}
          </button>
          <output />
        </p>
      </div>
      <IslandScript name="copy-text" />
    </>
  )
}
