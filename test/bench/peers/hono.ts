import { Hono } from 'hono'
import { handle } from 'hono/aws-lambda'
import type { Caller } from '../../../shared/account/caller.ts'
import { CreateAddress } from './order-schema.ts'
import { authenticate, createAddress, logAnswer, readAddress } from './orders.ts'

const app = new Hono<{ Variables: { caller: Caller } }>()

app.use('/v1/*', async (context, next) => {
  const caller = await authenticate(context.req.header('authorization'))
  if (!caller) return context.json({ code: 'unauthenticated' }, 401)
  context.set('caller', caller)
  return next()
})

app.post('/v1/addresses', async context => {
  const { success, data, error } = CreateAddress.safeParse(await context.req.json())
  if (!success) return context.json({ code: 'invalid_request', errors: error.issues }, 400)
  const created = await createAddress(data, context.get('caller'))
  if (!created) return context.json({ code: 'unknown_location' }, 400)
  logAnswer('createAddress', 201, context.get('caller'))
  return context.json(created, 201, { location: `/v1/addresses/${created.id}` })
})

app.get('/v1/addresses/:id', async context => {
  const found = await readAddress(Number(context.req.param('id')), context.get('caller'))
  if (!found) return context.json({ code: 'not_found' }, 404)
  logAnswer('getAddress', 200, context.get('caller'))
  return context.json(found)
})

export const handler = handle(app)
