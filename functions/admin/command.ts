import * as z from 'zod/mini'
import { Mode } from '../../shared/account/contract.ts'
import { id, phone, text } from '../../shared/http/contract/text.ts'
import { Scope } from '../../shared/scopes.ts'
import { nouns } from '../../shared/verification/contract/product.ts'

/** The issuer's subject. */
const personId = text(255)
const clientId = z.string().check(z.regex(/^[a-z0-9-]{3,60}$/))

/** What an operator can ask for. */
export const Command = z.discriminatedUnion('command', [
  z.object({ command: z.literal('createOrganisation'), name: text(200), id: z.optional(id) }),
  z.object({ command: z.literal('listOrganisations') }),
  z.object({
    command: z.literal('createClient'),
    organisationId: id,
    mode: Mode,
    scopes: z.array(Scope).check(z.minLength(1)),
    clientId: z.optional(clientId),
    /** Taken on the stage `local` alone; every other stage draws its secrets. */
    secret: z.optional(text(200)),
  }),
  z.object({ command: z.literal('rotateSecret'), clientId }),
  z.object({ command: z.literal('revokeTokens'), clientId }),
  z.object({ command: z.literal('removeClient'), clientId }),
  z.object({ command: z.literal('listPeople') }),
  z.object({ command: z.literal('disablePerson'), personId }),
  z.object({ command: z.literal('enablePerson'), personId }),
  z.object({ command: z.literal('endSessions'), personId }),
  z.object({
    command: z.literal('decide'),
    organisationId: id,
    mode: Mode,
    verificationId: id,
    outcome: z.string(),
    adminComment: z.optional(text(2000)),
  }),
  z.object({
    command: z.literal('erase'),
    organisationId: id,
    mode: Mode,
    verificationId: z.optional(id),
    subject: z.optional(z.object({ phone: z.optional(phone), idNumber: z.optional(text(50)) })),
    /** Where an earlier search ended. */
    after: z.optional(z.object({ noun: z.enum(nouns), beforeId: z.optional(id) })),
    dryRun: z.optional(z.boolean()),
  }),
  z.object({ command: z.literal('trail'), organisationId: id, mode: Mode, verificationId: id }),
])
export type Command = z.infer<typeof Command>
export type CommandOf<Name extends Command['command']> = Extract<Command, { command: Name }>
