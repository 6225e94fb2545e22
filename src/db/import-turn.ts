/** The number of the advisory lock that a running import holds, in SQL: there is one at a time. */
export const IMPORT_TURN = "hashtextextended('import_lines', 0)"
