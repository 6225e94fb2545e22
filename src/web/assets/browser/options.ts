/**
 * The service's request to a passkey; `form`: what was typed, which the service keeps if somebody has to sign
 * in again first. Null: they have to, or nobody is signed in any more; opens that page.
 */
export async function optionsFrom<T>(path: string, form: Record<string, string> = {}): Promise<T | null> {
  const body = new URLSearchParams(form)
  const answer = await fetch(path, { method: 'POST', headers: { accept: 'application/json' }, body })
  if (answer.redirected) {
    location.assign(answer.url)
    return null
  }
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}
