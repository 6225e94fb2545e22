/** What the service asks of a passkey. Null: nobody is signed in any more; opens the page to sign in. */
export async function optionsFrom<T>(path: string): Promise<T | null> {
  const answer = await fetch(path, { method: 'POST', headers: { accept: 'application/json' } })
  if (answer.redirected) {
    location.assign(answer.url)
    return null
  }
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}
