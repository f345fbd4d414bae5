import { serve } from '../../shared/aws/api.ts'
import { setting } from '../../shared/aws/environment.ts'
import type { Act } from '../../shared/http/exchange.ts'

const getHealth: Act<'getHealth'> = async () => ({
  status: 200,
  body: { status: 'ok', stage: setting('STAGE') },
})

export const handler = serve({ getHealth })
