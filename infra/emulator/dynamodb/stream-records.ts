/**
 * What the DynamoDB engine keeps of tables' streams, in its own file. It numbers a new record, and finds the ones to
 * read, by walking every record that the stream ever had, so that each write would cost more than the one before.
 * An index spares it the walk, and what all readers have passed is forgotten.
 */
import { DatabaseSync } from 'node:sqlite'

export interface StreamRecords {
  /** Every reader of the table's stream has passed this record. Some of those before it are kept, as AWS does for a day. */
  passed(table: string, sequenceNumber: number): void
  close(): void
}

/** As many as one GetRecords can answer. */
export const keptRecords = 1000
/** Forgotten together, so that most writes do not pay for it. */
export const forgottenAtOnce = 250

/** The very expression that the engine orders by; SQLite takes the index for no other. */
const position = 'CAST(sequence_number AS INTEGER)'

/** Opens the file of an engine that is running: the engine makes its tables when it starts. */
export const openStreamRecords = (databaseFile: string): StreamRecords => {
  const database = new DatabaseSync(databaseFile, { timeout: 5000 })
  // Forgetting is no promise to anybody, so nothing here waits for the disk.
  database.exec('PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0')
  database.exec(
    `CREATE INDEX IF NOT EXISTS region_stream_position ON _stream_records (table_name, ${position})`,
  )
  const forget = database.prepare(`DELETE FROM _stream_records WHERE table_name = ? AND ${position} <= ?`)
  const forgotten = new Map<string, number>()
  return {
    passed: (table, sequenceNumber) => {
      const last = sequenceNumber - keptRecords
      if (last < (forgotten.get(table) ?? 0) + forgottenAtOnce) return
      forget.run(table, last)
      forgotten.set(table, last)
    },
    close: () => database.close(),
  }
}
