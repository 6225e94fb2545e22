/** For an element whose text is the same in every language. Preact's types do not accept `translate="no"`. */
export const AS_IS: object = { translate: 'no' }
