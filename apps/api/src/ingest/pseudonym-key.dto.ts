import { ApiProperty } from '@nestjs/swagger';

export class PseudonymKeyDto {
  @ApiProperty({ format: 'byte', description: '32 bytes, base64. It is yours alone and never changes', example: `${'A'.repeat(43)}=` })
  key: string;

  @ApiProperty({
    enum: ['HMAC-SHA256'],
    description:
      'A pseudonym is `email:`, `phone:` or `name:` and the hex HMAC-SHA256 of the text in lower case, without blanks around it and in Unicode form NFC',
  })
  algorithm: 'HMAC-SHA256';

  @ApiProperty({ description: 'Whether you have any order. Without one an import need not ask who has the orders of its file' })
  has_orders: boolean;

  @ApiProperty({ description: 'The currency of your shop. Orders in another one count, and their amounts do not', example: 'EUR' })
  currency: string;
}
