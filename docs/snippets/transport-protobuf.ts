import { createHttpTransport } from '@agui-kit/core'
import { protobufCodec } from '@agui-kit/core/protobuf'

export const transport = createHttpTransport({ url: '/ag-ui/agent', codecs: [protobufCodec()] })
