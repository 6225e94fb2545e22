import { watchStatements } from '../src/db/sql.ts'
import { faultsOf } from './row-schema.ts'

// Every row returned in tests must match its description, else the test fails. Without this, a missing column
// would silently be null.
watchStatements({
  asked({ name, params }, given) {
    const missing = params.filter((param) => !(param in given))
    if (missing.length > 0) throw new Error(`${name} is not given :${missing.join(', :')}`)
  },
  answered(statement, rows) {
    const faults = faultsOf(statement, rows)
    if (faults.length > 0)
      throw new Error(`${statement.name} returned another row than described: ${faults.join('; ')}`)
  },
})
