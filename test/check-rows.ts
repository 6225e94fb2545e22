import { watchRows } from '../src/db/sql.ts'
import { faultsOf } from './row-schema.ts'

// Every row that any statement returns while tests run must be as it is described: else the test that met it fails.
watchRows((statement, rows) => {
  const faults = faultsOf(statement, rows)
  if (faults.length > 0) throw new Error(`${statement.name} returned another row than described: ${faults}`)
})
