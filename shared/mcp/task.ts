import type { ApiResponse } from './api.ts'
import { completeResult, RpcError } from './message.ts'
import { toToolResult } from './result.ts'
import { readTools, type McpTool } from './tool.ts'

/*
 * A verification as a task (https://modelcontextprotocol.io/extensions/tasks/overview). Nothing is stored: a task is the
 * record itself, named by the tool that reads it and its id, and every request for it is one for the record.
 */

interface OrderRecord {
  readonly requestedAt: string
  readonly updatedAt: string
}

/** What addresses and employments answer alike. */
interface VerificationBody {
  readonly id: number
  readonly status: { readonly status: string; readonly subStatus: string; readonly state: string }
  readonly address?: OrderRecord
  readonly employment?: OrderRecord
}

/** The sandbox's agent takes seconds on a laptop and a minute on a stage. */
const pollIntervalMs = 2000

const statusOf = ({ status, state }: VerificationBody['status']) => {
  if (state !== 'COMPLETE') return 'working'
  return status === 'CANCELLED' ? 'cancelled' : 'completed'
}

const describe = (reader: string, { id, status, address, employment }: VerificationBody) => {
  const { requestedAt, updatedAt } = (address ?? employment)!
  return {
    taskId: `${reader}.${id}`,
    status: statusOf(status),
    statusMessage: status.subStatus,
    createdAt: requestedAt,
    lastUpdatedAt: updatedAt,
    ttlMs: null,
    pollIntervalMs,
  }
}

/** Undefined for a repeated order whose verification has ended: its record is the result. */
export const toCreatedTask = (reader: string, { body }: ApiResponse): object | undefined => {
  const task = describe(reader, body as VerificationBody)
  return task.status === 'working' ? { ...task, resultType: 'task' } : undefined
}

export const toTask = (reader: string, body: object): object => {
  const task = describe(reader, body as VerificationBody)
  return task.status === 'completed' ? { ...task, result: completeResult(toToolResult(body)) } : task
}

export const noTask = new RpcError('invalidParams', 'There is no such task.', 200)

/** @throws RpcError for what names no verification */
export const parseTaskId = (taskId: unknown): { readonly reader: McpTool; readonly id: string } => {
  const [, name = '', id] = /^(\w+)\.([1-9]\d{0,15})$/.exec(`${taskId}`) ?? []
  const isReader = [...readTools().values()].some(({ reader }) => reader === name)
  if (!isReader || id === undefined) throw noTask
  return { reader: readTools().get(name)!, id }
}
