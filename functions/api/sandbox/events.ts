import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { sampleRoutes } from '../../../shared/sandbox/routes.ts'
import { sampleRule, sendSample } from '../../../shared/sandbox/sample.ts'

const sendSampleEvent: Action<typeof sampleRoutes.sendSampleEvent> = async request => ({
  status: 202,
  body: await sendSample(request),
  result: request.body.product,
})

export const handler = serve(sampleRoutes, { sendSampleEvent }, { sendSampleEvent: sampleRule })
