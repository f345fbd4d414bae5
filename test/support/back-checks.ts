import type { StageSettings } from '../../infra/stage-settings.ts'
import { stages } from '../../infra/stages.ts'
import type { ApiClient } from './api-client.ts'
import { startWorld, type World } from './environment.ts'
import { approval, reportedWork, visitReport, worker } from './fieldwork.ts'
import { addressOrder } from './orders.ts'

export const workPath = (id: string, what = '') => `/v1/operations/assignments/${id}${what}`

/** Alike but for what an order cannot be alike in: its id. In a state where nobody else has work. */
export const quietOrder = () =>
  addressOrder({ street: '1 Second Look Street', lgaName: 'Damaturu', stateName: 'Yobe', allowRevisit: true })

export const openQuietWork = async (by: ApiClient): Promise<readonly string[]> =>
  (await by.get('/v1/operations/assignments?stateId=35')).body.data.map(({ id }: { id: string }) => id)

/** Every approved visit is made again. */
export const startBackCheckWorld = (settings: Partial<StageSettings> = {}): Promise<World> =>
  startWorld({
    settings: {
      fieldwork: { ...stages.local.fieldwork, backCheckShare: 1 },
      ...settings,
    },
  })

/** Who made the visits, another agent, and who approves. */
export const openStaff = async (world: World) => ({
  first: await worker(world, 'checked-agent', ['agent']),
  second: await worker(world, 'checking-agent', ['agent']),
  reviewer: await worker(world, 'reviewer-a', ['reviewer']),
})
type Staff = Awaited<ReturnType<typeof openStaff>>

/** The second visit of a verification that was just approved. */
export const openBackCheck = async (world: World, { first, second, reviewer }: Staff) => {
  const work = await reportedWork(world, first, visitReport(), '/v1/addresses', quietOrder())
  await reviewer.post(workPath(work.assignment, '/decision'), approval)
  const [again] = await openQuietWork(second)
  return { again: again!, verificationId: work.id }
}
