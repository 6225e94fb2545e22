/**
 * The folder of the source, or of what was built of it. Files that are no code (styles, catalogues, SQL) are
 * found from here, because the build moves the code that reads them into fewer files.
 */
export const SOURCE_FOLDER: URL = new URL('./', import.meta.url)
