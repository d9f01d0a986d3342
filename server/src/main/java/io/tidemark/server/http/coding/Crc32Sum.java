package io.tidemark.server.http.coding;

/** Continues the checksum of gzip from a known one; {@link java.util.zip.CRC32} can only start from zero. */
final class Crc32Sum {

    /** The polynomial of RFC 1952, section 8, with its bits reversed. */
    private static final int POLYNOMIAL = 0xEDB88320;
    private static final int[] TABLE = table();

    private Crc32Sum() {}

    private static int[] table() {
        int[] table = new int[256];
        for (int i = 0; i < table.length; i++) {
            int sum = i;
            for (int bit = 0; bit < 8; bit++) {
                sum = (sum & 1) == 0 ? sum >>> 1 : (sum >>> 1) ^ POLYNOMIAL;
            }
            table[i] = sum;
        }
        return table;
    }

    /** The checksum of some bytes followed by more, given the checksum of the first ones. */
    static int continued(int checksum, byte[] more) {
        int sum = ~checksum;
        for (byte each : more) {
            sum = TABLE[(sum ^ each) & 0xff] ^ (sum >>> 8);
        }
        return ~sum;
    }
}
