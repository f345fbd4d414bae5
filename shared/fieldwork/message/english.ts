import type { Texts } from './template.ts'

const ignore = 'If you do not know what this is about, please ignore this message.'

export const english: Texts = {
  language: 'en',
  sender: 'Verification service',
  matters: { address: 'check your address', employment: 'check your employment' },
  nameless: 'A company',
  messages: {
    applicant: {
      mail: {
        subject: '{organisation} has asked us to {matter}',
        paragraphs: [
          '{organisation} has asked us to {matter}. We check such things for companies and belong to none of them.',
          'The page below says who asks, why, and what will happen. There you can agree or not, and tell us what helps us, such as a time that suits you.',
          '{link}',
          'It is open until {until}. It asks for no password and for no money.',
          ignore,
        ],
      },
      sms: '{organisation} has asked us to {matter}. Who we are, what happens, and a time that suits you: {link} (until {until}). Not for you? Please ignore it.',
    },
    attest: {
      mail: {
        subject: '{organisation} asks you to confirm an employment',
        paragraphs: [
          '{organisation} has asked us to verify that {applicant} works or has worked at {employer}. We check such things for companies and belong to none of them.',
          'If you can say so for {employer}, please tell us what you know of it on the page below. It takes about three minutes.',
          '{link}',
          'It is open until {until}. It asks for no password and for no money.',
          ignore,
        ],
      },
      sms: '{organisation} asks us to verify that {applicant} works at {employer}. Please tell us: {link} (until {until}). Not for you? Please ignore it.',
    },
    documents: {
      mail: {
        subject: 'We could not reach {employer}: can you help?',
        paragraphs: [
          '{organisation} has asked us to {matter} at {employer}. We have tried several times and could not reach anybody there.',
          'On the page below you can tell us who else there can answer, and which documents you have that show your work, such as a contract, a letter or a payslip.',
          '{link}',
          'It is open until {until}. It asks for no password and for no money.',
          ignore,
        ],
      },
      sms: 'We could not reach {employer} to {matter}, as {organisation} asked us. Can you help? {link} (until {until}). Not for you? Please ignore it.',
    },
  },
}
