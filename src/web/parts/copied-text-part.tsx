import type { VNode } from 'preact'
import { IslandScript } from '../assets/island-part.tsx'

type Props = {
  id: string
  label: string
  text: string
  /** Where its QR code is, on another page. */
  more?: string
}

/** An address to be taken elsewhere: to select in its field, and with a button where scripts run. */
export function CopiedText({ id, label, text, more }: Props): VNode {
  return (
    <>
      <div class="field">
        <label for={id}>{label}</label>
        <input id={id} type="text" readonly value={text} />
      </div>
      {more !== undefined && (
        <p class="small">
          <a href={more}>QR code and a sheet to print</a>
        </p>
      )}
      <div data-copies={id} hidden>
        <p class="row">
          <button class="button" type="button">
            Copy the link
          </button>
          <output />
        </p>
      </div>
      <IslandScript name="copy-text" />
    </>
  )
}
