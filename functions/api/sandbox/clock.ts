import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { clockRule, moveClock } from '../../../shared/sandbox/clock.ts'
import { clockRoutes } from '../../../shared/sandbox/routes.ts'

const moveTestClock: Action<typeof clockRoutes.moveTestClock> = async request => {
  const { to } = request.body
  const { at, headers = {} } = await moveClock(request)
  return { status: 202, headers, body: { to, at }, result: to }
}

export const handler = serve(clockRoutes, { moveTestClock }, { moveTestClock: clockRule })
