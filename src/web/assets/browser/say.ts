/**
 * In scripts of pages: they take rules from the service, not sentences, and bring their own texts. Modules
 * that also have sentences import these.
 */
const none = (): never => {
  throw new Error('a page script has no catalogue')
}

export const [t, sayTo, spoken, joined, inLanguage, catalogueOf] = Array<() => never>(6).fill(none)
