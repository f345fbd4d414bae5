import express from 'express'
import serverless from 'serverless-http'
import { CreateAddress } from './order-schema.ts'
import { authenticate, createAddress, logAnswer, readAddress } from './orders.ts'

const app = express()
app.use(express.json({ limit: '256kb' }))

app.use(async (request, response, next) => {
  const caller = await authenticate(request.get('authorization'))
  if (!caller) return void response.status(401).json({ code: 'unauthenticated' })
  response.locals.caller = caller
  next()
})

app.post('/v1/addresses', async (request, response) => {
  const { caller } = response.locals
  const { success, data, error } = CreateAddress.safeParse(request.body)
  if (!success) return void response.status(400).json({ code: 'invalid_request', errors: error.issues })
  const created = await createAddress(data, caller)
  if (!created) return void response.status(400).json({ code: 'unknown_location' })
  response.status(201).location(`/v1/addresses/${created.id}`).json(created)
  logAnswer('createAddress', 201, caller)
})

app.get('/v1/addresses/:id', async (request, response) => {
  const { caller } = response.locals
  const found = await readAddress(Number(request.params.id), caller)
  if (!found) return void response.status(404).json({ code: 'not_found' })
  response.json(found)
  logAnswer('getAddress', 200, caller)
})

export const handler = serverless(app)
