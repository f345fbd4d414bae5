import { z } from 'zod'

/** `shared/verification/contract/address.ts` rule by rule, in zod's usual chains. */
const printable = /^[^\p{Cc}\p{Cs}]*$/u
const text = (maxLength: number) => z.string().trim().min(1).max(maxLength).regex(printable)
const optionalText = (maxLength: number) => z.string().trim().max(maxLength).regex(printable).optional()

const Applicant = z.object({
  firstname: text(100),
  middlename: optionalText(100),
  lastname: text(100),
  phone: z
    .string()
    .trim()
    .regex(/^(?=(?:\D*\d){7,15}\D*$)[+\d ().-]{7,20}$/),
  dob: z.iso.date().optional(),
  gender: optionalText(20),
  email: z.email().optional(),
  idNumber: optionalText(50),
  idType: optionalText(50),
})

export const CreateAddress = z.object({
  customerReference: text(100),
  street: text(200),
  lgaName: text(60),
  stateName: text(60),
  landmark: optionalText(200),
  city: text(100),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  allowRevisit: z.boolean().optional(),
  applicant: Applicant,
})
export type CreateAddress = z.infer<typeof CreateAddress>
