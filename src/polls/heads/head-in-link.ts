/** A mail's personal link to a poll carries it to lead on to the signed result. */
export const FILE_FIELD = 'file'
export const HEAD_FILE = 'head'
