const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a reader would see nothing: only spaces, and characters without width or shape. */
export const isBlank = (text: string): boolean => !SEEN.test(text)
