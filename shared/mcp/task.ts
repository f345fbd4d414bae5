import type { ApiResponse } from './api.ts'
import { askApi, type CallRequest, testModeOnly, tooSlow } from './ask.ts'
import { completeResult, type McpMessage, RpcError, tasksExtension } from './message.ts'
import { codeOf, toProblemResult, toToolResult } from './result.ts'
import { type McpTool, readTools } from './tool.ts'

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

const toTask = (reader: string, body: object): object => {
  const task = describe(reader, body as VerificationBody)
  return task.status === 'completed' ? { ...task, result: completeResult(toToolResult(body)) } : task
}

const noTask = new RpcError('invalidParams', 'There is no such task.', 200)

/** @throws RpcError for what names no verification */
const parseTaskId = (taskId: unknown): { readonly reader: McpTool; readonly id: string } => {
  const [, name = '', id] = /^(\w+)\.([1-9]\d{0,15})$/.exec(typeof taskId === 'string' ? taskId : '') ?? []
  const isReader = [...readTools().values()].some(({ reader }) => reader === name)
  if (!isReader || id === undefined) throw noTask
  return { reader: readTools().get(name)!, id }
}

const assertTakesTasks = ({ takesTasks }: McpMessage): void => {
  if (!takesTasks)
    throw new RpcError('missingCapability', 'Missing required client capability', 400, {
      requiredCapabilities: { extensions: { [tasksExtension]: {} } },
    })
}

/** Who cancels says what they wish; that it is too late shows in the task. */
const isAcknowledged = (method: 'GET' | 'DELETE', { status }: ApiResponse): boolean =>
  status < 400 || (method === 'DELETE' && status === 409)

/** Asks for the record, or cancels the order. @throws RpcError for another's, and for what the API refuses */
const askForRecord = async (message: McpMessage, request: CallRequest, method: 'GET' | 'DELETE') => {
  assertTakesTasks(message)
  const { reader, id } = parseTaskId(message.params.taskId)
  if (method !== 'GET' && request.caller.mode !== 'test')
    throw new RpcError('invalidParams', testModeOnly, 200)
  const answer = await askApi(request, { method, path: reader.route!.path.replace('{id}', id) })
  if (!answer) throw new RpcError('internal', tooSlow, 200)
  if (answer.status === 404) throw noTask
  if (!isAcknowledged(method, answer)) {
    const { structuredContent } = toProblemResult(answer)
    throw new RpcError('internal', `The API refused: ${codeOf(answer)}`, 200, structuredContent)
  }
  return { name: reader.definition.name, record: answer.body as object }
}

export const readTask = async (message: McpMessage, request: CallRequest): Promise<object> => {
  const { name, record } = await askForRecord(message, request, 'GET')
  return toTask(name, record)
}

/** No task of ours asks for anything: what is sent is not waited for. */
export const updateTask = async (message: McpMessage, request: CallRequest): Promise<object> => {
  await askForRecord(message, request, 'GET')
  return {}
}

export const cancelTask = async (message: McpMessage, request: CallRequest): Promise<object> => {
  await askForRecord(message, request, 'DELETE')
  return {}
}
