/**
 * The folder of the source, or of the build. It locates files other than code (styles, catalogues, SQL),
 * because the build moves the code that reads them into fewer files.
 */
export const SOURCE_FOLDER: URL = new URL('./', import.meta.url)
