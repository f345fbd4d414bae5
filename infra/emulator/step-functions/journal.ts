/**
 * Durable record of executions and tasks. After a kill, an execution runs again from its start and takes every
 * finished task's result from here.
 */
import type { DatabaseSync } from 'node:sqlite'

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED'

export interface ExecutionRecord {
  readonly arn: string
  readonly machineArn: string
  readonly name: string
  readonly input: string
  readonly status: ExecutionStatus
  readonly startedAt: number
}

export type TaskOutcome = { ok: true } | { ok: false; error: string }

export interface TaskRecord {
  readonly token: string
  readonly executionArn: string
  /** State and number of its visit. */
  readonly key: string
  /** Epoch milliseconds; null if the task may take for ever. */
  readonly deadline: number | null
  /** The function was invoked with the token. */
  readonly isInvoked: boolean
  readonly outcome: TaskOutcome | undefined
}

export type ExecutionJournal = ReturnType<typeof openExecutionJournal>

const schema = `
  CREATE TABLE IF NOT EXISTS executions (
    arn TEXT PRIMARY KEY, machineArn TEXT, name TEXT, input TEXT, status TEXT, startedAt INTEGER
  );
  CREATE INDEX IF NOT EXISTS executionsByMachine ON executions (machineArn, startedAt);
  CREATE TABLE IF NOT EXISTS tasks (
    token TEXT PRIMARY KEY, executionArn TEXT, key TEXT, deadline INTEGER, isInvoked INTEGER, outcome TEXT,
    UNIQUE (executionArn, key)
  );`

export const openExecutionJournal = (database: DatabaseSync) => {
  database.exec(schema)
  const insertExecution = database.prepare(
    'INSERT INTO executions (arn, machineArn, name, input, status, startedAt) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const endExecution = database.prepare('UPDATE executions SET status = ? WHERE arn = ?')
  const selectExecution = database.prepare('SELECT * FROM executions WHERE arn = ?')
  const selectRunning = database.prepare(
    "SELECT * FROM executions WHERE machineArn = ? AND status = 'RUNNING' ORDER BY startedAt",
  )
  const insertTask = database.prepare(
    'INSERT INTO tasks (token, executionArn, key, deadline, isInvoked) VALUES (?, ?, ?, ?, 0)',
  )
  const selectTask = database.prepare('SELECT * FROM tasks WHERE token = ?')
  const selectTaskByKey = database.prepare('SELECT * FROM tasks WHERE executionArn = ? AND key = ?')
  const markInvoked = database.prepare('UPDATE tasks SET isInvoked = 1 WHERE token = ?')
  const setOutcome = database.prepare('UPDATE tasks SET outcome = ? WHERE token = ? AND outcome IS NULL')

  return {
    startExecution: ({ arn, machineArn, name, input, status, startedAt }: ExecutionRecord): void =>
      void insertExecution.run(arn, machineArn, name, input, status, startedAt),
    endExecution: (arn: string, status: ExecutionStatus): void => void endExecution.run(status, arn),
    execution: (arn: string) => selectExecution.get(arn) as unknown as ExecutionRecord | undefined,
    running: (machineArn: string) => selectRunning.all(machineArn) as unknown as ExecutionRecord[],
    issueTask: ({ token, executionArn, key, deadline }: TaskRecord): void =>
      void insertTask.run(token, executionArn, key, deadline),
    task: (token: string) => readTask(selectTask.get(token)),
    taskAt: (executionArn: string, key: string) => readTask(selectTaskByKey.get(executionArn, key)),
    markInvoked: (token: string): void => void markInvoked.run(token),
    /** False if the task had an outcome: the first one counts. */
    finishTask: (token: string, outcome: TaskOutcome): boolean =>
      setOutcome.run(JSON.stringify(outcome), token).changes === 1,
  }
}

const readTask = (row: Record<string, unknown> | undefined): TaskRecord | undefined => {
  if (row === undefined) return undefined
  const outcome = typeof row.outcome === 'string' ? (JSON.parse(row.outcome) as TaskOutcome) : undefined
  return { ...(row as Omit<TaskRecord, 'isInvoked' | 'outcome'>), isInvoked: row.isInvoked === 1, outcome }
}
