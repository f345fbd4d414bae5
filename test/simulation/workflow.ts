import type { VerificationKey } from '../../shared/table/tenant.ts'
import { isFinal } from '../../shared/verification/contract/outcome.ts'
import { dueSeconds, expirySeconds, hourMs } from './plan.ts'
import { died } from './scheduler.ts'
import { type Execution, latest, type Workflow, type World } from './world.ts'

/* The completion workflow as Step Functions runs it (`infra/constructs/workflow.ts`): a wait, lateness, a second wait,
 * expiry. Its functions are the product's. */

const mostTries = 40
const mostPauseSeconds = 900

export const openWorkflow = (world: World): Workflow => {
  const { clock, random } = world
  const executions = new Map<string, Execution>()

  /** Calls a function until it answers, as the state's `Retry` does. False if it never did. */
  const invoke = async (execution: Execution, who: string, work: () => Promise<void>): Promise<boolean> => {
    const { token } = execution
    const isItsTurn = () => !execution.isOver && execution.token === token
    for (let round = 0; round < mostTries && isItsTurn(); round++) {
      const end = await clock.contain(who, () => work().catch(() => died))
      if (end !== died) return true
      await clock.pass(random() * Math.min(mostPauseSeconds, 2 ** (round + 1)) * 1000)
    }
    return false
  }

  const wait = async (execution: Execution, state: string, seconds: number): Promise<'ended' | 'late'> => {
    const token = `${execution.name} ${state}`
    const { promise, resolve } = Promise.withResolvers<'ended' | 'late'>()
    Object.assign(execution, { token, end: () => resolve('ended') })
    clock.after(seconds * 1000, () => resolve('late'))
    const assign = () => world.product.assign({ ...execution.key, token })
    const isAssigned = invoke(execution, 'assign', assign).then(isDone => {
      if (isDone || execution.isOver) return
      execution.isOver = true
      resolve('ended')
    })
    world.launch(isAssigned)
    const end = await promise
    execution.end = undefined
    return end
  }

  const noteLate = ({ verificationId }: VerificationKey): void => {
    const record = latest(world, verificationId)
    const isLongOver =
      record && isFinal(record.outcome) && clock.nowMs() - Date.parse(record.updatedAt) > hourMs
    if (isLongOver) world.late.add(verificationId)
  }

  const live = async (execution: Execution): Promise<void> => {
    const { key } = execution
    if ((await wait(execution, 'AwaitDecision', dueSeconds)) === 'late' && !execution.isOver) {
      noteLate(key)
      const isDelayed = await invoke(execution, 'delay', () => world.product.delay(key))
      if (isDelayed && (await wait(execution, 'AwaitLateDecision', expirySeconds - dueSeconds)) === 'late') {
        noteLate(key)
        await invoke(execution, 'expire', () => world.product.expire(key))
      }
    }
    execution.isOver = true
  }

  return {
    start: (name, input) => {
      if (executions.has(name)) return false
      world.sent.push({ queue: 'workflow', body: input })
      const key = JSON.parse(input) as VerificationKey
      const execution: Execution = { name, key, isOver: false, token: '', end: undefined }
      executions.set(name, execution)
      clock.after(random() * 200, () => world.launch(live(execution)))
      return true
    },
    succeed: token => {
      const found = [...executions.values()].find(each => each.token === token && each.end && !each.isOver)
      found?.end?.()
      return found !== undefined
    },
    stop: name => {
      const found = executions.get(name)
      if (!found) return false
      found.isOver = true
      found.end?.()
      return true
    },
    executions,
  }
}
