/** The messages of all queues in SQLite: what was accepted survives a kill. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

export interface NewMessage {
  readonly body: string
  /** JSON of the message attributes. */
  readonly attributes: string
  readonly group: string | undefined
  readonly deduplicationId: string | undefined
  readonly delaySeconds: number
}

export interface StoredMessage {
  /** Counts the messages of all queues, in the order of their arrival. */
  readonly number: number
  readonly id: string
  readonly body: string
  readonly attributes: string
  readonly groupId: string | null
  readonly deduplicationId: string | null
  readonly sentAt: number
  readonly receives: number
  readonly firstReceivedAt: number
  readonly receiptHandle: string
}

/** What keeps the other messages of a group back: one of them that was received and is not visible again. */
const lockedGroups =
  'SELECT groupId FROM messages WHERE queue = :queue AND visibleAt > :now AND receiptHandle IS NOT NULL'

/** The consumers of received messages died with the last process, so nobody needs to wait for the timeout. */
const schema = `
  CREATE TABLE IF NOT EXISTS messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT, id TEXT, body TEXT, attributes TEXT, groupId TEXT,
    deduplicationId TEXT, sentAt INTEGER, visibleAt INTEGER, receives INTEGER, firstReceivedAt INTEGER,
    receiptHandle TEXT UNIQUE
  );
  CREATE INDEX IF NOT EXISTS messagesByTime ON messages (queue, visibleAt);
  CREATE TABLE IF NOT EXISTS deduplications (
    queue TEXT, deduplicationId TEXT, id TEXT, number INTEGER, sentAt INTEGER, PRIMARY KEY (queue, deduplicationId)
  );
  CREATE INDEX IF NOT EXISTS deduplicationsByTime ON deduplications (sentAt);
  UPDATE messages SET receiptHandle = NULL, visibleAt = 0 WHERE receiptHandle IS NOT NULL;`

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-messagededuplicationid-property.html */
const deduplicationMs = 300_000

export type MessageStore = ReturnType<typeof openMessages>

export const openMessages = (database: DatabaseSync) => {
  database.exec(schema)
  const insert = database.prepare(
    `INSERT INTO messages (queue, id, body, attributes, groupId, deduplicationId, sentAt, visibleAt, receives)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  )
  const forgetDuplicates = database.prepare('DELETE FROM deduplications WHERE sentAt <= ?')
  const selectDuplicate = database.prepare(
    'SELECT id, number FROM deduplications WHERE queue = ? AND deduplicationId = ?',
  )
  const insertDuplicate = database.prepare('INSERT INTO deduplications VALUES (?, ?, ?, ?, ?)')
  const moveSpent = database.prepare(
    `UPDATE messages SET queue = :to, receiptHandle = NULL
     WHERE queue = :queue AND visibleAt <= :now AND receives >= :maximum`,
  )
  const visible = `SELECT number FROM messages WHERE queue = :queue AND visibleAt <= :now
    AND ifnull(groupId, '') NOT IN (SELECT value FROM json_each(:avoided))`
  const oldestVisible = database.prepare(`${visible} ORDER BY visibleAt, number LIMIT :maximum`)
  const nextInTurn = database.prepare(
    `${visible} AND groupId NOT IN (${lockedGroups}) ORDER BY number LIMIT :maximum`,
  )
  const hold = database.prepare(
    `UPDATE messages SET receiptHandle = :receiptHandle, visibleAt = :visibleAt, receives = receives + 1,
       firstReceivedAt = ifnull(firstReceivedAt, :now)
     WHERE number = :number RETURNING *`,
  )
  const remove = database.prepare('DELETE FROM messages WHERE queue = ? AND receiptHandle = ?')
  const setVisible = database.prepare(
    'UPDATE messages SET visibleAt = :visibleAt WHERE queue = :queue AND receiptHandle = :handle AND visibleAt > :now',
  )
  const nextVisible = database.prepare(
    'SELECT min(visibleAt) AS at FROM messages WHERE queue = ? AND visibleAt > ?',
  )
  const counts = database.prepare(
    `SELECT count(*) FILTER (WHERE visibleAt <= :now) AS visible,
       count(*) FILTER (WHERE visibleAt > :now AND receiptHandle IS NOT NULL) AS held,
       count(*) FILTER (WHERE visibleAt > :now AND receiptHandle IS NULL) AS delayed
     FROM messages WHERE queue = :queue`,
  )

  /** The message that came first with this deduplication id, if that was less than five minutes ago. */
  const findDuplicate = (queue: string, deduplicationId: string, nowMs: number) => {
    forgetDuplicates.run(nowMs - deduplicationMs)
    return selectDuplicate.get(queue, deduplicationId) as { id: string; number: number } | undefined
  }

  return {
    /** All of the work is stored, or nothing where it throws or the process is killed. */
    atomically: <Result>(work: () => Result): Result => {
      database.exec('BEGIN')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    add: (queue: string, message: NewMessage, nowMs: number): { id: string; number: number } => {
      const { body, attributes, group = null, deduplicationId = null, delaySeconds } = message
      const known = deduplicationId === null ? undefined : findDuplicate(queue, deduplicationId, nowMs)
      if (known !== undefined) return known
      const id = randomUUID()
      const visibleAt = nowMs + delaySeconds * 1000
      const { lastInsertRowid } = insert.run(
        queue,
        id,
        body,
        attributes,
        group,
        deduplicationId,
        nowMs,
        visibleAt,
      )
      const number = Number(lastInsertRowid)
      if (deduplicationId !== null) insertDuplicate.run(queue, deduplicationId, id, number, nowMs)
      return { id, number }
    },
    /** Moves what was received as often as it may be. Returns how many. */
    moveSpent: (queue: string, to: string, maximum: number, nowMs: number): number =>
      Number(moveSpent.run({ ':queue': queue, ':to': to, ':maximum': maximum, ':now': nowMs }).changes),
    receive: (
      queue: string,
      options: {
        readonly isFifo: boolean
        readonly maximum: number
        readonly groupsToAvoid: readonly string[]
        readonly visibleAt: number
      },
      nowMs: number,
    ): readonly StoredMessage[] => {
      const { isFifo, maximum, groupsToAvoid, visibleAt } = options
      const found = (isFifo ? nextInTurn : oldestVisible).all({
        ':queue': queue,
        ':now': nowMs,
        ':avoided': JSON.stringify(groupsToAvoid),
        ':maximum': maximum,
      })
      return found.map(({ number }) => {
        const receiptHandle = randomUUID()
        const held = { ':number': number!, ':now': nowMs, ':visibleAt': visibleAt }
        return hold.get({ ...held, ':receiptHandle': receiptHandle }) as unknown as StoredMessage
      })
    },
    delete: (queue: string, receiptHandle: string): void => void remove.run(queue, receiptHandle),
    /** False for a message that is not held with this receipt handle. */
    setVisible: (queue: string, receiptHandle: string, visibleAt: number, nowMs: number): boolean =>
      setVisible.run({ ':queue': queue, ':handle': receiptHandle, ':visibleAt': visibleAt, ':now': nowMs })
        .changes === 1,
    /** When the next message becomes visible after that time. */
    nextVisibleAt: (queue: string, afterMs: number): number =>
      Number(nextVisible.get(queue, afterMs)?.at ?? Number.POSITIVE_INFINITY),
    count: (queue: string, nowMs: number) =>
      counts.get({ ':queue': queue, ':now': nowMs }) as { visible: number; held: number; delayed: number },
  }
}
