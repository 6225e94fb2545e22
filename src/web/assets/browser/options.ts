/** The service's request to a passkey. Null: nobody is signed in any more; opens the sign-in page. */
export async function optionsFrom<T>(path: string): Promise<T | null> {
  const answer = await fetch(path, { method: 'POST', headers: { accept: 'application/json' } })
  if (answer.redirected) {
    location.assign(answer.url)
    return null
  }
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}
